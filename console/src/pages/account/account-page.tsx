import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../../app/logo.tsx'
import { takeFocus } from '../../app/take-focus.ts'
import { LanguageSelect } from '../../components/account/language-select.tsx'

/** The frame of the pages for sign-in, sign-up and passwords. The first field has the focus when the page opens. */
export function AccountPage({
  title,
  description,
  children,
  below,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
  below?: ReactNode
}) {
  useDocumentTitle(`${title} – Spindle`)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = form.current?.querySelector('input') ?? null
    return takeFocus(() => field ?? heading.current, field !== null)
  }, [])
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={420} gap="lg">
        <Center>
          <Logo />
        </Center>
        <Paper withBorder shadow="sm" p={{ base: 'lg', xs: 'xl' }}>
          <Title ref={heading} order={1} size="h2" tabIndex={-1}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" size="sm" mt={4} component="div">
              {description}
            </Text>
          )}
          <Stack ref={form} mt="lg">
            {children}
          </Stack>
        </Paper>
        {below !== undefined && (
          <Text ta="center" size="sm" component="div">
            {below}
          </Text>
        )}
        <Center>
          <LanguageSelect size="xs" variant="unstyled" />
        </Center>
      </Stack>
    </Center>
  )
}
