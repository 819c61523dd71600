/**
 * Runs inside the page: walks every slide and lists what sticks out of its slide, what is cut off without an ellipsis, what
 * reaches into the footer, and which texts lie on each other. Empty: all is well.
 */
export function findGeometryFaults(): string[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const ALLOWED_TO_CUT =
    '.clip, blockquote, .text, .title.t1, .title.t2, .headline, .risk, .warnings li, .heat th span';
  const faults: string[] = [];
  const describeNode = (node: Element): string =>
    `<${node.tagName.toLowerCase()} class="${node.getAttribute('class') ?? ''}"> "${(node.textContent ?? '').trim().slice(0, 40)}"`;
  const inside = (inner: Box, outer: Box, slack: number): boolean =>
    inner.left >= outer.left - slack &&
    inner.top >= outer.top - slack &&
    inner.right <= outer.right + slack &&
    inner.bottom <= outer.bottom + slack;
  const isOff = (node: Element): boolean => node.closest('.sr, .notes, title') !== null;

  const textBoxes = (slide: Element): { node: Element; box: Box }[] => {
    const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    const found: { node: Element; box: Box }[] = [];
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const node = text.parentElement;
      if (node === null || isOff(node) || (text.textContent ?? '').trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const size = Number.parseFloat(getComputedStyle(node).fontSize);
      for (const rect of range.getClientRects()) {
        const middle = (rect.top + rect.bottom) / 2;
        let box: Box = { left: rect.left, right: rect.right, top: middle - size * 0.36, bottom: middle + size * 0.36 };
        for (let up: Element | null = node; up !== null && up !== slide; up = up.parentElement) {
          if (getComputedStyle(up).overflow !== 'hidden') continue;
          const clip = up.getBoundingClientRect();
          if (!inside(box, clip, 1.5) && !up.matches(ALLOWED_TO_CUT)) {
            faults.push(`${slide.id}: cut off by ${describeNode(up)}: ${describeNode(node)}`);
          }
          box = {
            left: Math.max(box.left, clip.left),
            right: Math.min(box.right, clip.right),
            top: Math.max(box.top, clip.top),
            bottom: Math.min(box.bottom, clip.bottom),
          };
        }
        if (box.right - box.left > 1 && box.bottom - box.top > 1) found.push({ node, box });
      }
    }
    return found;
  };

  const checkSlide = (slide: HTMLElement): void => {
    const frame = slide.getBoundingClientRect();
    const floor = slide.querySelector('footer')?.getBoundingClientRect().top ?? frame.bottom;
    for (const node of slide.querySelectorAll('*')) {
      if (isOff(node)) continue;
      const box = node.getBoundingClientRect();
      if (box.width === 0 && box.height === 0) continue;
      if (!inside(box, frame, 1) && node.closest('.clip, blockquote, .text') === null) {
        faults.push(`${slide.id}: sticks out: ${describeNode(node)} ${JSON.stringify(box)}`);
      }
      const inBody = node.closest('.body') !== null && node.closest('.clip, blockquote, .text') === null;
      if (inBody && box.bottom > floor + 1) {
        faults.push(`${slide.id}: reaches into the footer: ${describeNode(node)} ${box.bottom} > ${floor}`);
      }
    }
    const texts = textBoxes(slide);
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        if (one.node === other.node) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 1.5 && high > 1.5) {
          faults.push(`${slide.id}: text on text: ${describeNode(one.node)} and ${describeNode(other.node)}`);
        }
      }
    });
  };

  const deck = (globalThis as unknown as { Reveal: { getSlides(): HTMLElement[]; slide(index: number): void } }).Reveal;
  deck.getSlides().forEach((slide, index) => {
    deck.slide(index);
    checkSlide(slide);
  });
  return faults;
}
