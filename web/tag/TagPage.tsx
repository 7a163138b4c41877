import { type Frame, Layout } from './Layout'
import type { Identity, Section, TagView } from './model'
import type { Link } from './text'
import type { Step } from './timeline'

interface TagPageProps {
  frame: Frame
  view: TagView
  /** The beacon, inlined as it is; it reads its values from the attributes beside it. */
  script: string
}

export function TagPage({ frame, view, script }: TagPageProps) {
  return (
    <Layout
      frame={frame}
      title={view.title}
      description={view.description}
      alert={view.recall !== null && <RecallBanner party={view.recall} />}
    >
      <main>
        {view.photo && (
          <img
            className="photo"
            src={view.photo}
            alt={view.identity.name}
            width="1440"
            height="300"
            fetchPriority="high"
          />
        )}
        <div className="columns">
          <div>
            <IdentityBlock identity={view.identity} />
            <Sections sections={view.sections} />
          </div>
          <Timeline steps={view.steps} />
        </div>
      </main>
      <script data-farm={view.pageview.farmName} data-id={view.pageview.farmId} data-tag={view.pageview.tagId}>
        {script}
      </script>
    </Layout>
  )
}

function RecallBanner({ party }: { party: string }) {
  return (
    <div className="recall" role="alert">
      PRODUCT RECALLED BY {party}
    </div>
  )
}

function IdentityBlock({ identity }: { identity: Identity }) {
  return (
    <address>
      <h1>{identity.name}</h1>
      {identity.phone && <Contact link={identity.phone} />}
      {identity.website && <Contact link={identity.website} />}
      {identity.address && <p>{identity.address}</p>}
      {identity.cert && <p className="cert">CERT# {identity.cert}</p>}
    </address>
  )
}

function Contact({ link }: { link: Link }) {
  return (
    <p>
      {link.href ? (
        <a href={link.href} rel="noopener noreferrer">
          {link.label}
        </a>
      ) : (
        link.label
      )}
    </p>
  )
}

function Sections({ sections }: { sections: Section[] }) {
  if (sections.length === 0) return null
  return (
    <dl>
      {sections.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Timeline({ steps }: { steps: Step[] }) {
  return (
    <section aria-labelledby="story">
      <h2 id="story">From the water to you</h2>
      {steps.length === 0 && <p className="none">Nothing has been recorded for this tag yet.</p>}
      <ol>
        {steps.map(({ title, detail, when }) => (
          <li key={title}>
            <h3>{title}</h3>
            {detail && <p>{detail}</p>}
            {when && (
              <p>
                <time dateTime={when.iso}>{when.label}</time>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
