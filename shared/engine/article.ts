/** `an Allosaurus`, `a Tyrannosaurus`: by its first letter, except for what is spoken as “you”. Right for all species and roles. */
export const withArticle = (noun: string) => `${/^(?!uta|eu)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
