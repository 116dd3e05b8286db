/** What lies under one's feet, in the order of the numbers that stand for it in a grid. */
export const grounds = ['sea', 'lake', 'river', 'beach', 'swamp', 'forest', 'grass', 'rock'] as const
export type Ground = (typeof grounds)[number]

export const groundCode = (ground: Ground): number => grounds.indexOf(ground)
