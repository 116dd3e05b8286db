/** Animals are drawn turned by whole steps of this many: turning a picture anew costs more than all else about it. */
export const headingSteps = 48
export const stepDegrees = 360 / headingSteps

/** The step nearest to a heading. @param heading degrees, from 0 to 360 */
export const headingStep = (heading: number): number => Math.round(heading / stepDegrees) % headingSteps
