/** Names each wrong variable with its value and what is accepted; or a file of settings, and why it cannot be used. */
export class ConfigError extends Error {}
