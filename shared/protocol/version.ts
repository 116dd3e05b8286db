/**
 * Raised by one whenever the shape of any message changes; `shapes.test.ts` notices. Also when documents change so that an open page of the
 * release before would misread them: such a page is to be reloaded.
 */
export const protocolVersion = 6
