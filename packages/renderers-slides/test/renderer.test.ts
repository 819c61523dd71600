import { testRenderer } from '@reportcard/renderer-kit/testing';
import { describe, it } from 'vitest';
import { slidesRenderer } from '../src/index.ts';

testRenderer(slidesRenderer, { describe, it });
