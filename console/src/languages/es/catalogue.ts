import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {}
