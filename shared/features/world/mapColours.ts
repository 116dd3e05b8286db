/** Colours by name: each mood of the page has its own shade of them, which can be told from the ground in every mood. */
export const mapColours = ['amber', 'coral', 'rose', 'violet', 'azure', 'teal', 'moss', 'bone'] as const
