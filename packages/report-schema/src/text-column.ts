/** A growing column of texts that take few distinct values: stores each text once and a number a row. */
export class TextColumn {
  readonly #codes: number[] = [];
  readonly #values: (string | null)[] = [];
  readonly #index = new Map<string | null, number>();

  push(value: string | null): void {
    let code = this.#index.get(value);
    if (code === undefined) {
      code = this.#values.length;
      this.#values.push(value);
      this.#index.set(value, code);
    }
    this.#codes.push(code);
  }

  get(row: number): string | null {
    return this.#values[this.#codes[row] ?? -1] ?? null;
  }

  /** Distinct values in first-seen order. */
  get values(): readonly (string | null)[] {
    return this.#values;
  }

  /** For each row the position of its value in {@link TextColumn.values}. */
  codes(): Uint32Array {
    return Uint32Array.from(this.#codes);
  }
}
