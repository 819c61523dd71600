import { mdRenderer } from './md-renderer.ts';

export type { MdOptions } from './md-options.ts';
export { mdRenderer, renderComment, renderReport } from './md-renderer.ts';
export default mdRenderer;
