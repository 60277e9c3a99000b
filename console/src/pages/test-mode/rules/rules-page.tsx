import { useQuery } from '@tanstack/react-query'
import { testRulesQuery } from '../../../api/test-mode/test-rules.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { TestModeOnly } from '../../../components/test-mode/test-mode-only.tsx'
import { t } from '../../../languages/text.ts'
import { RulesForm } from './rules-form.tsx'

/** The page with the rules of test mode, which decide how servers, webhook receivers and people answer. */
export function RulesPage() {
  return (
    <>
      <PageHeader
        title={t('Test rules')}
        description={t(
          'In test mode Spindle sends nothing, except calls to your test URL. These rules say how mail servers, webhook receivers and people answer.',
        )}
        above={
          <AnchorLink to="/test-timeline" size="sm" c="dimmed">
            {t('Test timeline')}
          </AnchorLink>
        }
      />
      <TestModeOnly>
        <StoredRules />
      </TestModeOnly>
    </>
  )
}

function StoredRules() {
  const query = useQuery(testRulesQuery)
  return <Loaded query={query}>{(stored) => <RulesForm stored={stored} />}</Loaded>
}
