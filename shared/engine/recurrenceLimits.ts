/** A rule by which something recurs: five fields of cron. */
export const longestRule = 100
/** The name of a time zone of the IANA database. */
export const longestZone = 60
