/** Characters that turn the direction of the text around them, and show nothing themselves. */
export const turningMarks = /[\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu

/** A text as it was typed or received, with each of those as `[U+202E]`: it can't be read in another order than it has. */
export const withMarksShown = (text: string): string =>
  text.replaceAll(turningMarks, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
