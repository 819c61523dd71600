/** What a key does. `quick` carries the score. */
export type Command =
  | { readonly name: 'quick'; readonly score: string }
  | { readonly name: Exclude<CommandName, 'quick'> };

export type CommandName =
  | 'next'
  | 'previous'
  | 'open'
  | 'metric_next'
  | 'metric_previous'
  | 'quick'
  | 'edit'
  | 'accept'
  | 'clear'
  | 'reason'
  | 'filter'
  | 'undo'
  | 'help'
  | 'escape';

/** The part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** A line of the list of keys: what to press, what it does (`key.<text>` in the messages), and the keys themselves. */
interface Binding {
  readonly shown: readonly string[];
  readonly text: string;
  readonly keys: readonly string[];
  readonly command: (key: string) => Command;
}

const plain = (name: Exclude<CommandName, 'quick'>): (() => Command) => {
  const command: Command = { name };
  return () => command;
};

/** All keys, in the order of the list. Tab is the browser's own and stands here for the list. */
export const BINDINGS: readonly Binding[] = [
  { shown: ['j', '→'], text: 'next', keys: ['j', 'J', 'ArrowRight'], command: plain('next') },
  { shown: ['k', '←'], text: 'previous', keys: ['k', 'K', 'ArrowLeft'], command: plain('previous') },
  { shown: ['n'], text: 'open', keys: ['n', 'N'], command: plain('open') },
  { shown: ['Tab', '↓'], text: 'metric_next', keys: ['ArrowDown'], command: plain('metric_next') },
  { shown: ['Shift+Tab', '↑'], text: 'metric_previous', keys: ['ArrowUp'], command: plain('metric_previous') },
  {
    shown: ['0', '1 … 9'],
    text: 'quick',
    keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    command: (key) => ({ name: 'quick', score: key === '0' ? '0' : `0.${key}` }),
  },
  { shown: ['='], text: 'full', keys: ['=', '+', '!'], command: () => ({ name: 'quick', score: '1' }) },
  { shown: ['Enter', '.'], text: 'edit', keys: ['.', '。'], command: plain('edit') },
  { shown: ['a'], text: 'accept', keys: ['a', 'A'], command: plain('accept') },
  { shown: ['Backspace'], text: 'clear', keys: ['Backspace', 'Delete'], command: plain('clear') },
  { shown: ['r'], text: 'reason', keys: ['r', 'R'], command: plain('reason') },
  { shown: ['/'], text: 'filter', keys: ['/', '、'], command: plain('filter') },
  { shown: ['u'], text: 'undo', keys: ['u', 'U'], command: plain('undo') },
  { shown: ['?'], text: 'help', keys: ['?', '？'], command: plain('help') },
  { shown: ['Esc'], text: 'escape', keys: ['Escape'], command: plain('escape') },
];

const COMMANDS: ReadonlyMap<string, (key: string) => Command> = new Map(
  BINDINGS.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const)),
);

/** Full-width digits of an input method stand for plain ones. */
function plainKey(key: string): string {
  return /^[０-９＝＋]$/.test(key) ? key.normalize('NFKC') : key;
}

/**
 * The command of a key. Within a text field only Escape is one; with Ctrl, Alt or ⌘ none is, but Ctrl+Z (⌘Z) outside of
 * text fields is undo.
 */
export function commandOf(press: KeyPress, inText: boolean): Command | null {
  const key = plainKey(press.key);
  if (inText) return key === 'Escape' ? { name: 'escape' } : null;
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey) return key === 'z' ? { name: 'undo' } : null;
  return COMMANDS.get(key)?.(key) ?? null;
}
