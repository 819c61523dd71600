import { cleanText, defineOptions, escapeHtml, type Renderer, reasonLabel } from '@reportcard/renderer-kit';

interface JUnitOptions {
  /** Name of the whole: what CI shows at the top. */
  readonly suite: string;
}

/** Text for an XML attribute or element; a line end in an attribute would be read as a blank. */
const attribute = (text: string): string => escapeHtml(cleanText(text)).replaceAll('\n', '&#10;');

/** One suite an intent, one test case a sample with its scores; a failed sample names every cause. */
const junitRenderer: Renderer<JUnitOptions> = {
  name: 'junit',
  apiVersion: 1,
  description: 'samples.junit.xml: one test case a sample',
  options: defineOptions({ suite: { kind: 'text', default: 'reportcard' } }),
  render(input, { suite }, { messages }) {
    const bySlice = new Map<string, string[]>();
    for (const [id, sample] of Object.entries(input.scores.per_sample)) {
      const slice = sample.intent_l2 ?? '';
      const lines = bySlice.get(slice) ?? [];
      const why = sample.failure_reasons.map((reason) => reasonLabel(messages, reason)).join(', ');
      const scores = Object.entries(sample.scores).map(([metric, value]) => `${metric} ${value ?? '—'}`);
      const failure = why === '' ? '' : `<failure message="${attribute(why)}"/>`;
      const said = `<system-out>${attribute(scores.join(', '))}</system-out>`;
      lines.push(`    <testcase name="${attribute(id)}" classname="${attribute(slice)}">${failure}${said}</testcase>`);
      bySlice.set(slice, lines);
    }
    function* body(): Generator<string> {
      yield `<?xml version="1.0" encoding="UTF-8"?>\n<!-- scores_sha256 ${input.scores_sha256} -->\n`;
      yield `<testsuites name="${attribute(suite)}">\n`;
      for (const [slice, lines] of bySlice) {
        const failures = lines.filter((line) => line.includes('<failure')).length;
        yield `  <testsuite name="${attribute(slice)}" tests="${lines.length}" failures="${failures}">\n`;
        for (const line of lines) yield `${line}\n`;
        yield '  </testsuite>\n';
      }
      yield '</testsuites>\n';
    }
    return [{ path: 'samples.junit.xml', media_type: 'application/xml; charset=utf-8', body: body() }];
  },
};

export default junitRenderer;
