/** `an Allosaurus`, `a Tyrannosaurus`: by its first letter, which is right for all species and roles. */
export const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
