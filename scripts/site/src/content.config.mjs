import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'

/** The pages, which `build-site.ts` writes to `src/content/docs`. */
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
