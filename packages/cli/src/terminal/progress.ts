import type { CliContext } from './cli-context.ts';

/** Progress of one stage: a line that is redrawn on a terminal, a plain line every tenth in CI, nothing when quiet. */
export interface Progress {
  update(done: number, total?: number | undefined): void;
  end(): void;
}

const SILENT: Progress = { update() {}, end() {} };

function describe(label: string, done: number, total: number | undefined): string {
  return total === undefined ? `${label}: ${done}` : `${label}: ${done}/${total}`;
}

function createPlain(label: string, context: CliContext): Progress {
  let told = 0;
  return {
    update(done, total) {
      const step = total === undefined ? 10_000 : Math.max(1, Math.ceil(total / 10));
      if (done < told + step && done !== total) return;
      if (done === told) return;
      told = done;
      context.say(describe(label, done, total));
    },
    end() {},
  };
}

/** Starts the progress of a stage on stderr. */
export async function startProgress(label: string, quiet: boolean, context: CliContext): Promise<Progress> {
  if (quiet) return SILENT;
  if (!context.interactive) return createPlain(label, context);
  const { default: ora } = await import('ora');
  const spinner = ora({ text: label, stream: process.stderr, discardStdin: false }).start();
  return {
    update(done, total) {
      const bar = total === undefined || total === 0 ? '' : ` ${drawBar(done / total)}`;
      spinner.text = `${describe(label, done, total)}${bar}`;
    },
    end() {
      spinner.stop();
    },
  };
}

function drawBar(share: number): string {
  const full = Math.round(Math.min(1, share) * 20);
  return `${'█'.repeat(full)}${'░'.repeat(20 - full)}`;
}
