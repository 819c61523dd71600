import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

const docs = path.resolve(import.meta.dirname, '..');

const GUIDES = [
  ['start', 'Five-minute start', '五分钟上手'],
  ['import-files', 'Import what you have', '导入已有的结果'],
  ['http-service', 'Evaluate your HTTP service', '评测自己的 HTTP 服务'],
  ['judge', 'Score with a judge', '用大模型评分'],
  ['read-the-report', 'Read the report', '读懂报告'],
  ['review-by-hand', 'Review by hand', '人工复核'],
  ['gate-in-ci', 'Gate in CI', 'CI 门禁'],
  ['compare-recipes', 'Compare recipes', '比较配方'],
  ['benchmarks', 'Published benchmarks', '公开基准'],
  ['write-a-renderer', 'Write a renderer', '写一个渲染器'],
];

const BACKGROUND = [
  ['manual-review', 'Reviewing scores by hand', '人工分如何生效'],
  ['performance', 'Speed', '性能'],
  ['scale', 'Many machines', '多机扩展'],
  ['duckdb', 'Queries with DuckDB', '用 DuckDB 查询'],
  ['architecture', 'Architecture', '架构'],
  ['vocabulary', 'Vocabulary', '词汇表'],
].filter(([name]) => existsSync(path.join(docs, `${name}.md`)));

function listPages(folder, base) {
  const full = path.join(docs, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full)
    .filter((name) => name.endsWith('.md') && name !== 'README.md' && name !== 'index.md')
    .map((name) => ({ text: path.basename(name, '.md'), link: `${base}${path.basename(name, '.md')}` }));
}

/** Pages on how it works, a translation where there is one. */
function listBackground(base, title) {
  return BACKGROUND.map((entry) => {
    const translated = existsSync(path.join(docs, base, `${entry[0]}.md`));
    return { text: entry[title], link: `${translated ? base : ''}/${entry[0]}` };
  });
}

const decisions = (text) => ({ text, collapsed: true, items: listPages('decisions', '/decisions/') });

const reference = [
  { text: 'Public API', link: '/api' },
  { text: 'Packages', collapsed: true, items: listPages('reference/packages', '/reference/packages/') },
  { text: 'File formats', collapsed: true, items: listPages('reference/formats', '/reference/formats/') },
];

/** Two languages of the same pages; reference and background are English, as the code is. */
export default defineConfig({
  title: 'Reportcard',
  description: 'Evaluation reports for RAG applications',
  cleanUrls: true,
  srcExclude: ['decisions/README.md'],
  themeConfig: { search: { provider: 'local' } },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        nav: [
          { text: 'Guide', link: '/guide/start' },
          { text: 'Metrics', link: '/metrics' },
          { text: 'Questions', link: '/faq' },
          { text: 'Reference', link: '/reference/' },
        ],
        sidebar: [
          { text: 'Guide', items: GUIDES.map(([name, text]) => ({ text, link: `/guide/${name}` })) },
          {
            text: 'Metrics',
            items: [
              { text: 'How metrics are computed', link: '/metrics' },
              { text: 'Questions', link: '/faq' },
            ],
          },
          { text: 'Background', items: [...listBackground('', 1), decisions('Decisions')] },
          { text: 'Reference', items: reference },
        ],
      },
    },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      themeConfig: {
        nav: [
          { text: '指南', link: '/zh/guide/start' },
          { text: '指标', link: '/zh/metrics' },
          { text: '常见问题', link: '/zh/faq' },
          { text: '参考（英文）', link: '/reference/' },
        ],
        sidebar: [
          { text: '指南', items: GUIDES.map(([name, , text]) => ({ text, link: `/zh/guide/${name}` })) },
          {
            text: '指标',
            items: [
              { text: '指标如何计算', link: '/zh/metrics' },
              { text: '常见问题', link: '/zh/faq' },
            ],
          },
          { text: '背景', items: [...listBackground('/zh', 2), decisions('决策记录（英文）')] },
          { text: '参考（英文）', items: reference },
        ],
        outline: { label: '本页内容' },
        docFooter: { prev: '上一页', next: '下一页' },
      },
    },
  },
});
