/** Something that people can see: not blanks, control characters, or signs of no width alone. */
const seen = /[^\p{C}\p{Z}\p{M}\u{115F}\u{1160}\u{2800}\u{3164}\u{FFA0}]/u

/** Whether nobody who reads this would see anything. */
export const saysNothing = (text: string) => !seen.test(text)
