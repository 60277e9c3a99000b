import { Anchor, List, Text, ThemeIcon } from '@mantine/core'
import { Check, TriangleAlert } from 'lucide-react'
import type { PublishPreview } from '../../../api/schema.ts'
import { inWords } from '../../../components/names/field-labels.ts'
import { t } from '../../../languages/text.ts'

type Checks = PublishPreview['checks']

const labels: Readonly<Record<Checks[number]['kind'], string>> = {
  unsubscribeLine: t('Unsubscribe line and postal address'),
  textPart: t('Plain text beside the HTML'),
  size: 'Smaller than 102 kB, at which Gmail cuts messages',
  links: t('Links that answer'),
  imageTexts: t('Images with a description'),
}

/** The findings that the API accepts only if an admin or owner publishes in spite of them. */
const preventing = /^(?:UNSUBSCRIBE_LINK_MISSING|TEXT_DIFFERS_FROM_HTML)$/

/** Advice that is shown beside the step and in the check list, and asks for no click before each publishing. */
const quiet = /^(?:UNSUBSCRIBE_LINK_ADVISED|POSTAL_ADDRESS_ADVISED)$/

export function hasFindings(checks: Checks): boolean {
  return checks.some(({ findings }) => findings.length > 0)
}

/** Returns whether the check list is worth a question before publishing. */
export function deservesQuestion(checks: Checks): boolean {
  return checks.some(({ findings }) => findings.some(({ code }) => !quiet.test(code)))
}

export function preventsPublishing(checks: Checks): boolean {
  return checks.some(({ findings }) => findings.some(({ code }) => preventing.test(code)))
}

/** The check list of the messages before they are published. Each finding leads to its step. */
export function CheckList({ checks, onOpenStep }: { checks: Checks; onOpenStep: (pointer: string) => void }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        {t('Check these points before people get the messages')}
      </Text>
      <List size="sm" spacing={6} center={false}>
        {checks.map(({ kind, findings }) => {
          const isPassed = findings.length === 0
          return (
            <List.Item
              key={kind}
              icon={
                <ThemeIcon
                  size={20}
                  radius="xl"
                  variant="light"
                  color={isPassed ? 'teal' : 'yellow'}
                  role="img"
                  aria-label={isPassed ? t('In order') : t('To check')}
                >
                  {isPassed ? <Check size={14} aria-hidden /> : <TriangleAlert size={12} aria-hidden />}
                </ThemeIcon>
              }
            >
              {labels[kind]}
              {findings.map(({ pointer, message, path, ...finding }) => (
                <Text
                  key={`${pointer} ${finding.code} ${message}`}
                  size="sm"
                  c="dimmed"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {path !== null && (
                    <Anchor
                      component="button"
                      type="button"
                      inherit
                      underline="always"
                      onClick={() => onOpenStep(pointer)}
                    >
                      {t('Step {path}', { path })}
                    </Anchor>
                  )}
                  {path === null ? '' : ': '}
                  {inWords(message)}
                </Text>
              ))}
            </List.Item>
          )
        })}
      </List>
    </div>
  )
}
