/** Colours of map markers by name: each theme has its own shade of them that contrasts with the ground. */
export const mapColours = ['amber', 'coral', 'rose', 'violet', 'azure', 'teal', 'moss', 'bone'] as const
