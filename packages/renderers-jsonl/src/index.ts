import { jsonlRenderer } from './jsonl-renderer.ts';

export { formatFailures, jsonlRenderer } from './jsonl-renderer.ts';
export default jsonlRenderer;
