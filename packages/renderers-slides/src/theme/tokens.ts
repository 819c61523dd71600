/** Every colour of the deck by name. Text pairs that must reach contrast 4.5 are listed in `TEXT_PAIRS`. */
export interface ThemeTokens {
  readonly bg: string;
  readonly panel: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly accent: string;
  readonly second: string;
  readonly good: string;
  readonly bad: string;
  readonly warn: string;
  readonly multi: string;
  readonly baseline: string;
  readonly heat1: string;
  readonly heat2: string;
  readonly heat3: string;
  readonly heat4: string;
  /** Text on heat 3, on heat 4. */
  readonly 'on-heat3': string;
  readonly 'on-heat4': string;
  /** Text and symbols on a filled good, bad, warn or accent mark. */
  readonly 'on-mark': string;
  /** Hairlines, tracks of bars, quiet fills. */
  readonly line: string;
  readonly track: string;
  readonly soft: string;
  readonly 'soft-good': string;
  readonly 'soft-bad': string;
  readonly 'soft-warn': string;
  /** Zone of a chart that misses its target. */
  readonly zone: string;
  readonly dot: string;
}

/** Name of a colour of a theme. */
export type TokenName = keyof ThemeTokens;

/** Colours of the light theme. */
export const LIGHT: ThemeTokens = {
  bg: '#FAF9F6',
  panel: '#FFFFFF',
  ink: '#141B2B',
  ink2: '#4A5568',
  ink3: '#667085',
  accent: '#1F4FD8',
  second: '#0F766E',
  good: '#0B7A5B',
  bad: '#C2331F',
  warn: '#9A5B00',
  multi: '#D9622B',
  baseline: '#78849A',
  heat1: '#FBE3DA',
  heat2: '#F5B9A5',
  heat3: '#E27A5E',
  heat4: '#B92D19',
  'on-heat3': '#141B2B',
  'on-heat4': '#FFFFFF',
  'on-mark': '#FFFFFF',
  line: '#E4E2DB',
  track: '#EAE8E0',
  soft: '#F1EFEA',
  'soft-good': '#E3F1EC',
  'soft-bad': '#FBE9E5',
  'soft-warn': '#F8EEDC',
  zone: '#F5E9E4',
  dot: '#DAD8D2',
};

/** Colours of the dark theme. */
export const DARK: ThemeTokens = {
  bg: '#0E1626',
  panel: '#172136',
  ink: '#F3F5FA',
  ink2: '#B4BECF',
  ink3: '#94A0B5',
  accent: '#84A9FF',
  second: '#4FD1C0',
  good: '#4CC99B',
  bad: '#FF8369',
  warn: '#F0B356',
  multi: '#FF9A5A',
  baseline: '#8793A8',
  heat1: '#43292B',
  heat2: '#6E3430',
  heat3: '#B34B38',
  heat4: '#FF8369',
  'on-heat3': '#F3F5FA',
  'on-heat4': '#0E1626',
  'on-mark': '#0E1626',
  line: '#29354C',
  track: '#25304A',
  soft: '#1E2940',
  'soft-good': '#163A3A',
  'soft-bad': '#43292B',
  'soft-warn': '#3A3226',
  zone: '#251E2C',
  dot: '#2F3B54',
};

/** Text colour on ground colour: each pair occurs in a template or a style and must have a contrast of at least 4.5. */
export const TEXT_PAIRS: readonly (readonly [TokenName, TokenName])[] = [
  ...(['bg', 'panel'] as const).flatMap((ground) =>
    (['ink', 'ink2', 'ink3', 'accent', 'second', 'good', 'bad', 'warn'] as const).map(
      (text) => [text, ground] as const,
    ),
  ),
  ['ink', 'soft'],
  ['ink2', 'soft'],
  ['ink', 'zone'],
  ['bad', 'zone'],
  ['good', 'soft-good'],
  ['bad', 'soft-bad'],
  ['warn', 'soft-warn'],
  ['ink', 'heat1'],
  ['ink', 'heat2'],
  ['on-heat3', 'heat3'],
  ['on-heat4', 'heat4'],
  ['on-mark', 'good'],
  ['on-mark', 'bad'],
  ['on-mark', 'warn'],
  ['on-mark', 'accent'],
];

function declare(tokens: ThemeTokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** The style rules that define the tokens: light by default, dark by attribute or (theme `auto`) by the reader's system. */
export function createTokenStyle(): string {
  const dark = declare(DARK);
  return [
    `:root{color-scheme:light;${declare(LIGHT)}}`,
    `:root[data-theme=dark]{color-scheme:dark;${dark}}`,
    `@media (prefers-color-scheme:dark){:root[data-theme=auto]{color-scheme:dark;${dark}}}`,
    `.navy{color-scheme:dark;${dark}}`,
  ].join('\n');
}
