import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { z } from 'zod'

/** A flat object of texts, numbers, booleans and lists of texts, each field with a default. */
type FilterSchema = z.ZodObject

export interface AddressFilters<Filters> {
  readonly filters: Filters
  /** Whether any field differs from its default. */
  readonly isFiltered: boolean
  /** Writes some fields into the address, in place of the present entry of the history. */
  readonly setFilters: (change: Partial<Filters>) => void
  readonly clearFilters: () => void
}

/**
 * Filters kept in the address, so that they survive a reload, Back, and being sent to a colleague. A value that the schema refuses
 * counts as its default; defaults are left out of the address.
 * @param schema a constant: each field has a default
 */
export function useAddressFilters<S extends FilterSchema>(schema: S): AddressFilters<z.output<S>> {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const filters = useMemo(() => filtersOf(schema, new URLSearchParams(address)), [schema, address])
  const setFilters = useCallback(
    (change: Partial<z.output<S>>) =>
      setParams((present) => withFilters(schema, present, { ...filtersOf(schema, present), ...change }), {
        replace: true,
      }),
    [schema, setParams],
  )
  const clearFilters = useCallback(
    () => setParams((present) => withFilters(schema, present, {}), { replace: true }),
    [schema, setParams],
  )
  return { filters, isFiltered: keysOf(schema).some((key) => params.has(key)), setFilters, clearFilters }
}

const keysOf = (schema: FilterSchema) => Object.keys(schema.shape)

/** The filters in an address. */
export function filtersOf<S extends FilterSchema>(schema: S, params: URLSearchParams): z.output<S> {
  const given: Record<string, unknown> = {}
  for (const key of keysOf(schema)) {
    const raw = params.get(key)
    if (raw === null) continue
    const field = schema.shape[key] as z.ZodType
    const fit = readings(raw).find((reading) => field.safeParse(reading).success)
    if (fit !== undefined) given[key] = fit
  }
  return schema.parse(given)
}

/** What a text in an address may mean: itself, a number or boolean, or a list. */
const readings = (raw: string): readonly unknown[] => {
  const list = raw.split(',')
  if (raw === 'true' || raw === 'false') return [raw, raw === 'true', list]
  return raw.trim() !== '' && Number.isFinite(Number(raw)) ? [raw, Number(raw), list] : [raw, list]
}

/** The address with these filters; parameters of others stay. */
export function withFilters<S extends FilterSchema>(
  schema: S,
  params: URLSearchParams,
  filters: Partial<z.output<S>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const defaults: Record<string, unknown> = schema.parse({})
  for (const key of keysOf(schema)) {
    const value: unknown = (filters as Record<string, unknown>)[key] ?? defaults[key]
    if (String(value) === String(defaults[key])) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}
