const steps = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]

export interface ScaleLength {
  readonly metres: number
  readonly px: number
  readonly words: string
}

/** The longest round length that fits into `mostPx` of the screen. @param pxPerMetre CSS px per metre */
export const scaleLength = (pxPerMetre: number, mostPx: number): ScaleLength => {
  const metres = steps.findLast((step) => step * pxPerMetre <= mostPx) ?? 10
  return { metres, px: metres * pxPerMetre, words: metres < 1_000 ? `${metres} m` : `${metres / 1_000} km` }
}
