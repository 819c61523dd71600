const LETTER_S = 83;
const LETTER_T = 84;

Reveal.initialize({
  width: 1280,
  height: 720,
  margin: 0,
  minScale: 0.05,
  maxScale: 4,
  center: false,
  display: 'flex',
  hash: true,
  fragmentInURL: false,
  navigationMode: 'linear',
  transition: 'none',
  backgroundTransition: 'none',
  controlsTutorial: false,
  pdfSeparateFragments: false,
  pdfMaxPagesPerSlide: 1,
  viewDistance: 2,
}).then(() => {
  Reveal.addKeyBinding({ keyCode: LETTER_S, key: 'S', description: 'Speaker' }, globalThis.deckPresenter.open);
  Reveal.addKeyBinding({ keyCode: LETTER_T, key: 'T', description: 'Theme' }, () => {
    globalThis.deckTheme.toggle();
    globalThis.deckPresenter.update();
  });
  Reveal.on('slidechanged', globalThis.deckPresenter.update);
  document.documentElement.classList.add('deck-ready');
});
