import { useState } from 'preact/hooks';
import { useStore } from './use-store.ts';

interface LongTextProps {
  readonly text: string | null;
  /** Longest text shown whole, in characters. */
  readonly limit: number;
  /** What stands for a text that is null. */
  readonly missing: string;
}

/** A text of the data; a long one is cut until asked for. */
export function LongText({ text, limit, missing }: LongTextProps) {
  const { t } = useStore();
  const [whole, setWhole] = useState(false);
  if (text === null || text.trim() === '') return <p class="quiet">{text === null ? missing : t('text.empty')}</p>;
  const points = [...text];
  const isLong = points.length > limit * 1.2;
  return (
    <div class="long-text">
      <p class="pre" dir="auto">
        {whole || !isLong ? text : `${points.slice(0, limit).join('')}…`}
      </p>
      {isLong && (
        <button type="button" class="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? 'text.less' : 'text.more')}
        </button>
      )}
    </div>
  );
}
