import { Alert, Button, Code, Group, SimpleGrid, Stack } from '@mantine/core'
import { Download, TriangleAlert } from 'lucide-react'
import { CopyButton } from '../../components/copy-button.tsx'
import { t } from '../../languages/text.ts'

/** Shows new recovery codes, which cannot be shown again, to copy or to download. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => unknown }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Stack>
      <Alert color="yellow" icon={<TriangleAlert />} title={t('Store your recovery codes now')}>
        {t(
          'They are shown only once. If you lose your phone, each code signs you in once. Keep them where you find them without your phone, for example in a password manager.',
        )}
      </Alert>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        component="ul"
        p={0}
        m={0}
        aria-label={t('Recovery codes')}
      >
        {codes.map((code) => (
          <li key={code} style={{ listStyle: 'none' }}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text} label={t('Copy the recovery codes')} />
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="spindle-recovery-codes.txt"
          leftSection={<Download size={16} aria-hidden />}
        >
          {t('Download')}
        </Button>
      </Group>
      <Button onClick={() => done()}>{t('I have stored the codes')}</Button>
    </Stack>
  )
}
