import { expect, it } from 'vitest';
import { loadAssets } from '../../src/assets.ts';
import { drawBullet } from '../../src/charts/bullet.ts';
import { drawDotRow } from '../../src/charts/dot-row.ts';
import { drawDumbbell } from '../../src/charts/dumbbell.ts';
import { drawHistogram } from '../../src/charts/histogram.ts';
import { drawKCurve } from '../../src/charts/k-curve.ts';
import { drawRing } from '../../src/charts/ring.ts';
import { drawSparkline } from '../../src/charts/sparkline.ts';
import { drawSwarm } from '../../src/charts/swarm.ts';
import { drawTrendPanel } from '../../src/charts/trend-panel.ts';
import { drawUpset } from '../../src/charts/upset.ts';
import type { Figure } from '../../src/svg/figure.ts';
import { createTokenStyle, DARK, LIGHT, type TokenName } from '../../src/theme/tokens.ts';
import { describeInChromium } from './chromium.ts';

/** What must be painted at a point of a figure: the token whose colour fills (or, for lines, strokes) the topmost mark. */
type Spot = readonly [x: number, y: number, token: TokenName];

interface Picture {
  readonly name: string;
  readonly figure: Figure | null;
  readonly spots: readonly Spot[];
}

const PICTURES: readonly Picture[] = [
  {
    name: 'bullet: the bar ends at the value, the target is a tick',
    figure: drawBullet({ value: 0.5, target: 0.9, previous: null, interval: null, maximum: 1, state: 'bad' }, 400),
    spots: [
      [100, 13, 'bad'],
      [300, 13, 'track'],
      [360, 5, 'ink'],
    ],
  },
  {
    name: 'dot row: the dot lies on its value',
    figure: drawDotRow(
      { value: 0.8, interval: null, previous: null, target: 0.9, state: 'amber', domain: [0.6, 1] },
      416,
    ),
    spots: [
      [208, 18, 'warn'],
      [308, 4, 'ink'],
      [50, 18, 'track'],
    ],
  },
  {
    name: 'dumbbell: after in front of before',
    figure: drawDumbbell(0.5, 0.75, [0.5, 1], 218),
    spots: [
      [109, 15, 'accent'],
      [60, 15, 'accent'],
      [170, 15, 'track'],
    ],
  },
  {
    name: 'ring: the failed gate at the bottom',
    figure: drawRing(
      [
        { state: 'pass', title: 'a' },
        { state: 'fail', title: 'b' },
        { state: 'pass', title: 'c' },
        { state: 'pass', title: 'd' },
      ],
      200,
      'ring',
    ),
    spots: [
      [100, 186, 'bad'],
      [100, 16, 'accent'],
    ],
  },
  {
    name: 'sparkline: a dot on the newest value',
    figure: drawSparkline([1, 2, 3], 110, 40),
    spots: [[104, 6, 'accent']],
  },
  {
    name: 'k curve: the first line over the second',
    figure: drawKCurve({
      series: [
        { name: 'Hit@k', points: [1, 5].map((k) => ({ k, value: 1, text: '', interval: null, previous: null })) },
        { name: 'Recall@k', points: [1, 5].map((k) => ({ k, value: 0.9, text: '', interval: null, previous: null })) },
      ],
      target: null,
      formatTick: String,
      focus: 5,
      name: 'curve',
    }),
    spots: [
      [350, 34, 'accent'],
      [350, 390, 'second'],
    ],
  },
  {
    name: 'swarm: a weak circle left, a sound one right',
    figure: drawSwarm({
      items: [
        { title: 'weak', value: 0.5, n: 20, small: false, low: true, label: null },
        { title: 'sound', value: 1, n: 20, small: false, low: false, label: null },
      ],
      target: null,
      overall: null,
      higher_is_better: true,
      formatTick: String,
      name: 'swarm',
    }),
    spots: [
      [58, 228, 'bad'],
      [666, 228, 'baseline'],
    ],
  },
  {
    name: 'upset: several causes together in orange',
    figure: drawUpset({
      rows: [
        { name: 'missed', n: 2 },
        { name: 'wrong', n: 2 },
      ],
      columns: [{ members: [0, 1], n: 2, title: 'both' }],
      caption: '',
      name: 'upset',
    }),
    spots: [
      [438, 300, 'multi'],
      [438, 423, 'multi'],
    ],
  },
  {
    name: 'trend: the zone below the target is shaded',
    figure: drawTrendPanel({
      points: [0.5, 1].map((value) => ({ value, title: '', same_data: true })),
      target: 0.75,
      higher_is_better: true,
      state: 'good',
      value_text: '',
      first_date: '',
      last_date: '',
      name: 'trend',
    }),
    spots: [
      [200, 140, 'zone'],
      [262, 26, 'accent'],
    ],
  },
  {
    name: 'histogram: bars where the values are',
    figure: drawHistogram({ values: [5, 5, 100], markers: [], formatTick: String, name: 'histogram' }),
    spots: [[75, 150, 'accent']],
  },
];

function toRgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
}

/** Runs inside the page: fill and stroke of the topmost mark at a point. */
function paintAt([x, y]: readonly [number, number]): string[] {
  const mark = document.elementFromPoint(x, y);
  if (mark === null) return [];
  const { fill, stroke } = getComputedStyle(mark);
  return [fill, stroke];
}

describeInChromium('the picture of a chart', (bench) => {
  it.each(PICTURES)('$name', async ({ figure, spots }) => {
    const page = await bench.browser().newPage({ viewport: { width: 1280, height: 720 } });
    const style = `${createTokenStyle()}\n${loadAssets().style}\nbody{overflow:visible;margin:0}`;
    for (const [theme, tokens] of [
      ['light', LIGHT],
      ['dark', DARK],
    ] as const) {
      await page.setContent(
        `<html data-theme="${theme}"><style>${style}</style><div class="fig">${figure?.svg.markup}</div></html>`,
      );
      for (const [x, y, token] of spots) {
        expect(await page.evaluate(paintAt, [x, y] as const), `${theme} ${x},${y}`).toContain(toRgb(tokens[token]));
      }
    }
    await page.close();
  });
});
