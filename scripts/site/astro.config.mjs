import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { sidebar } from './pages/guide.ts'

/** The configuration of the site: static files for `/docs/guide`, which load nothing from another host. */
export default defineConfig({
  base: '/docs/guide',
  trailingSlash: 'never',
  outDir: process.env['SITE_OUT'] ?? './dist',
  cacheDir: './.astro/cache',
  build: { inlineStylesheets: 'never' },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  vite: { build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Spindle guide',
      description: 'How to install, use, program and operate Spindle',
      pagefind: false,
      favicon: '/favicon.svg',
      credits: false,
      disable404Route: true,
      components: {
        Search: './src/search.astro',
        Footer: './src/footer.astro',
        SiteTitle: './src/site-title.astro',
        SocialIcons: './src/header-links.astro',
      },
      // Wraps long lines of code, because a comment at the end of a line would be cut off.
      expressiveCode: { defaultProps: { wrap: true } },
      customCss: ['./src/site.css'],
      lastUpdated: false,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      sidebar: sidebar(),
    }),
  ],
})
