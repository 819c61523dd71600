/** Texts for when not even the texts could be loaded, by the language of the document. */
const TEXTS = {
  zh: { title: '无法载入评审内容', retry: '重试' },
  en: { title: 'The review cannot be loaded', retry: 'Try again' },
} as const;

/** Shown when the report cannot be read or the server is not there at the start. */
export function LoadFailed({ message }: { readonly message: string }) {
  const texts = document.documentElement.lang.startsWith('zh') ? TEXTS.zh : TEXTS.en;
  return (
    <main class="alone">
      <h1>{texts.title}</h1>
      <p class="pre">{message}</p>
      <button type="button" class="button strong" onClick={() => location.reload()}>
        {texts.retry}
      </button>
    </main>
  );
}
