/** Light or dark as the page shows it now. */
function currentTheme() {
  const theme = document.documentElement.dataset.theme;
  if (theme !== 'auto') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

globalThis.deckTheme = {
  toggle() {
    document.documentElement.dataset.theme = currentTheme() === 'dark' ? 'light' : 'dark';
  },
};
