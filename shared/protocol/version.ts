/** Raised by one whenever the shape of any message changes; `shapes.test.ts` notices. */
export const protocolVersion = 3
