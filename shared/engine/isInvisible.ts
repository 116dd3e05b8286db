/** A visible character: no blank, control character or sign without width. */
const visible = /[^\p{C}\p{Z}\p{M}\u{115F}\u{1160}\u{2800}\u{3164}\u{FFA0}]/u

/** Whether the text shows no visible character. */
export const isInvisible = (text: string) => !visible.test(text)
