import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchSession } from './api/account/session-watch.ts'
import { forgetFirstAnswers } from './api/first-answers.ts'
import { nonceOfPage } from './app/nonce.ts'
import { untilFirstLoad } from './app/opening/first-load.ts'
import { takeStyles } from './app/opening/take-styles.ts'
import './app/opening/start.ts'
import { queryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { readable, theme } from './app/theme.ts'

// Passes the page's nonce to the dialogs, which add a style that stops the page behind them from scrolling.
setNonce(nonceOfPage())
watchSession(queryClient)

// Draws the console without a top-level await, because the build would then split the scripts of the first
// page into more files.
void open()

/** Draws the first page when its styles, its code and its data are there, because each further drawing takes time. */
async function open(): Promise<void> {
  await Promise.all([takeStyles(), router.load()])
  await untilFirstLoad(queryClient)
  forgetFirstAnswers()
  draw()
}

function draw(): void {
  createRoot(document.querySelector('#root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readable}
        defaultColorScheme="auto"
        getStyleNonce={nonceOfPage}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
