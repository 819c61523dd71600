import { MAX_REASKS, MAX_REPAIRS } from './ask-model.ts';
import { MAX_SHAPE_CHANGES } from './call-shape.ts';

/** Requests that one judge answer can cause at most, rejections of its shape not counted. */
export function maxRequestsPerAnswer(retries: number): number {
  return 1 + MAX_REPAIRS + MAX_REASKS + retries;
}

/**
 * Rejections of the request's shape that a whole run can cause at most: the shape changes five times at most, and each
 * time no more requests are under way with the old one than run at once.
 */
export function maxShapeRejections(concurrency: number): number {
  return MAX_SHAPE_CHANGES * concurrency;
}

/** Requests that one embedding batch, or the check of the embedder, can cause at most. */
export function maxRequestsPerEmbedding(retries: number): number {
  return 1 + retries;
}
