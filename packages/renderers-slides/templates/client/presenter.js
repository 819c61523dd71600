const deckElement = document.querySelector('.reveal');
const texts = deckElement.dataset;
/** The speaker's window; null while it is closed. */
let speaker = null;
let startedAt = 0;

function create(tag, className, text) {
  const node = speaker.document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

function formatClock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function secondsOf(slide) {
  return Number(slide.dataset.seconds) || 0;
}

/** A copy of a slide that is drawn small; ids are dropped, since a document must not have one twice. */
function copySlide(slide, width) {
  const frame = create('div', 'preview');
  frame.style.width = `${width}px`;
  frame.style.height = `${(width * 9) / 16}px`;
  const copy = speaker.document.importNode(slide, true);
  for (const node of [copy, ...copy.querySelectorAll('[id]')]) node.removeAttribute('id');
  copy.removeAttribute('hidden');
  copy.removeAttribute('aria-hidden');
  copy.classList.remove('past', 'future');
  copy.style.cssText = `display:flex;transform:scale(${width / 1280})`;
  frame.append(copy);
  return frame;
}

function buildWindow() {
  const page = speaker.document;
  page.title = texts.presenter;
  page.documentElement.lang = document.documentElement.lang;
  for (const style of document.querySelectorAll('style')) page.head.append(page.importNode(style, true));
  page.body.className = 'speaker';
  page.body.replaceChildren(create('div', 'now'), create('div', 'side'), create('div', 'text'));
  page.addEventListener('keydown', forwardKey);
}

function forwardKey(event) {
  if (event.key === 'r' || event.key === 'R') {
    startedAt = Date.now();
    return showTime();
  }
  document.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, keyCode: event.keyCode, bubbles: true }));
}

function showSlide() {
  if (!speaker || speaker.closed) return;
  const slides = Reveal.getSlides();
  const current = Reveal.getCurrentSlide();
  const next = slides[slides.indexOf(current) + 1];
  const page = speaker.document;
  page.documentElement.dataset.theme = document.documentElement.dataset.theme;
  page.querySelector('.now').replaceChildren(create('h2', 'sub', texts.current), copySlide(current, 790));
  const side = page.querySelector('.side');
  const preview = next ? copySlide(next, 340) : create('p', 'why', texts.end);
  side.replaceChildren(create('p', 'clock'), create('p', 'plan'), create('h2', 'sub', texts.next), preview);
  const notes = create('div', 'words');
  for (const note of current.querySelectorAll('aside.notes p')) notes.append(create('p', '', note.textContent));
  page.querySelector('.text').replaceChildren(create('h2', 'sub', texts.notes), notes);
  showTime();
}

function showTime() {
  if (!speaker || speaker.closed) return;
  const slides = Reveal.getSlides();
  const at = slides.indexOf(Reveal.getCurrentSlide());
  const total = slides.reduce((sum, slide) => sum + secondsOf(slide), 0);
  const until = slides.slice(0, at + 1).reduce((sum, slide) => sum + secondsOf(slide), 0);
  const elapsed = (Date.now() - startedAt) / 1000;
  const clock = speaker.document.querySelector('.clock');
  clock.textContent = formatClock(elapsed);
  clock.classList.toggle('late', elapsed > until);
  speaker.document.querySelector('.plan').textContent = texts.budget
    .replace('{total}', formatClock(total))
    .replace('{until}', formatClock(until));
}

globalThis.deckPresenter = {
  open() {
    if (speaker && !speaker.closed) return speaker.focus();
    speaker = window.open('', 'deck-speaker', 'width=1200,height=720');
    if (!speaker) {
      globalThis.alert(texts.blocked);
      return;
    }
    startedAt = Date.now();
    buildWindow();
    showSlide();
    const timer = setInterval(() => {
      if (speaker.closed) clearInterval(timer);
      else showTime();
    }, 500);
  },
  update: showSlide,
};
