import * as z from 'zod';

/** Name of an environment variable: configurations name secrets and never hold them. */
export const envName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the NAME of an environment variable, not a secret');
/** A number above 0. */
export const positive = z.number().positive();
