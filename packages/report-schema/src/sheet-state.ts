/** One record of a score sheet as a person left it. */
export interface SheetRow {
  /** Record number in the sheet, from 1 for the first row below the header. */
  readonly record: number;
  /** Cell texts by column name, guards removed, otherwise as typed. */
  readonly cells: Readonly<Record<string, string>>;
}

/** A score sheet as it was read back: what re-rendering has to keep. */
export interface SheetState {
  /** Path of the sheet relative to the workspace. */
  readonly path: string;
  /** Column names in the order the user left. */
  readonly columns: readonly string[];
  readonly rows: readonly SheetRow[];
  readonly format: 'csv' | 'xlsx';
  /** How it was read: encoding, delimiter; for messages. */
  readonly dialect: {
    readonly encoding: string;
    readonly delimiter: string;
    readonly decimal_comma: boolean;
    readonly guessed: boolean;
  };
}
