/** Lines that one entry may write to archives: 1,048,576. Leaves room for eight thousand million entries. */
export const LINES_PER_ENTRY = 2 ** 20

/** One number for a line's entry and its position in it: sorts as they do, and is the cursor of archive pages. */
export const archivePlace = (seq: number, position: number) => seq * LINES_PER_ENTRY + position
export const seqOfPlace = (place: number) => Math.floor(place / LINES_PER_ENTRY)
