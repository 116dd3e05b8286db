export interface Word {
  /** Without its quotes. */
  readonly text: string
  /** Where it begins in the line. */
  readonly at: number
  readonly end: number
}

const wordForm = /"((?:[^"\\]|\\.)*)"?|[^\s"]\S*/gs

/** The words of a line. What stands in double quotes is one word; in it a backslash keeps the next sign as it is. */
export const splitLine = (line: string): readonly Word[] =>
  [...line.matchAll(wordForm)].map(({ 0: whole, 1: quoted, index }) => ({
    text: quoted === undefined ? whole : quoted.replace(/\\(.)/gs, '$1'),
    at: index,
    end: index + whole.length,
  }))

/** As one word of a line: in quotes where it would fall apart without them. */
export const quoted = (text: string) =>
  text === '' || /[\s"\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
