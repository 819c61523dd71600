import { METRIC_TEXTS } from './metrics.ts';
import { PAGE_TEXTS } from './page.ts';
import { STATE_TEXTS } from './states.ts';

/** The bundled Chinese texts, by key. */
export const ZH_CN: Readonly<Record<string, string>> = { ...METRIC_TEXTS, ...STATE_TEXTS, ...PAGE_TEXTS };
