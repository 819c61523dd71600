import { csvRenderer } from './csv-renderer.ts';

export { type CsvOptions, csvRenderer } from './csv-renderer.ts';
export default csvRenderer;
