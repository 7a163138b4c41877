import { type Frame, Layout } from './Layout'
import type { Section, TagView } from './model'
import type { Link } from './text'
import type { Step } from './timeline'
import { recalledInEnglish, type Words } from './words'

interface TagPageProps {
  frame: Frame
  view: TagView
  /** The address of the picture where the page is shared. */
  picture: string
  /** The beacon, inlined as it is; it reads its values from the attributes beside it. */
  script: string
}

export function TagPage({ frame, view, picture, script }: TagPageProps) {
  const recalled = view.recall !== null
  const photo = view.photo && <Photo src={view.photo} name={view.identity.name} />
  return (
    <Layout
      frame={frame}
      title={view.title}
      description={view.description}
      alert={recalled && <Recall view={view} />}
      recalled={recalled}
      picture={picture}
      photo={view.photo}
    >
      <main>
        {view.takenBack && (
          <p className="void" role="alert">
            {view.takenBack}
          </p>
        )}
        {!recalled && photo}
        <div className="columns">
          <div>
            <IdentityBlock view={view} />
            <Sections sections={view.sections} />
          </div>
          <Timeline steps={view.steps} words={view.words} />
        </div>
        {recalled && photo}
        {recalled && view.tasting && (
          <div className="last">
            <Sections sections={[view.tasting]} />
          </div>
        )}
      </main>
      <script data-farm={view.pageview.farmName} data-id={view.pageview.farmId} data-tag={view.pageview.tagId}>
        {script}
      </script>
    </Layout>
  )
}

function Photo({ src, name }: { src: string; name: string }) {
  return <img className="photo" src={src} alt={name} width="1440" height="300" fetchPriority="high" />
}

/** What to do, before all else. */
function Recall({ view: { words, recall, harvest, identity } }: { view: TagView }) {
  const { phone } = identity
  const here = words.recalledBy(recall ?? '')
  return (
    <div className="recall" role="alert">
      <p className="by">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M12 3.5 2.5 20h19ZM12 10v4.5M12 17.2v.1" />
        </svg>
        <span lang={here ? 'en' : undefined}>{recalledInEnglish(recall ?? '')}</span>
      </p>
      {here && <p className="by">{here}</p>}
      <p className="do">{words.notToEat}</p>
      {harvest && <p>{harvest}</p>}
      <p>{words.keepApart}</p>
      {phone?.href && (
        <a className="call" href={phone.href}>
          {words.call(phone.label)}
        </a>
      )}
    </div>
  )
}

function IdentityBlock({ view: { words, identity, harvest, tasting, recall } }: { view: TagView }) {
  return (
    <>
      <h1>{identity.name}</h1>
      {recall === null && harvest && <p className="told">{harvest}</p>}
      {recall === null && tasting && (
        <dl className="tasting">
          <dt>{tasting.label}</dt>
          <dd>{tasting.value}</dd>
        </dl>
      )}
      <address>
        {identity.packedBy && <p className="packed">{words.packedBy(identity.packedBy)}</p>}
        {identity.phone && <Contact link={identity.phone} />}
        {identity.website && <Contact link={identity.website} />}
        {identity.address && <p>{identity.address}</p>}
        {identity.cert && (
          <p className="cert">
            {words.cert} {identity.cert}
          </p>
        )}
      </address>
    </>
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
      {sections.map(({ label, value, latin }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {latin && <i lang="la">{latin}</i>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Timeline({ steps, words }: { steps: Step[]; words: Words }) {
  return (
    <section aria-labelledby="story">
      <h2 id="story">{words.fromWater}</h2>
      {steps.length === 0 && <p className="none">{words.nothing}</p>}
      <ol>
        {steps.map(({ title, detail, when, since }) => (
          <li key={title} className={when ? undefined : 'fact'}>
            <h3>{title}</h3>
            {detail && <p>{detail}</p>}
            {when && (
              <p>
                <time dateTime={when.iso}>{when.label}</time>
              </p>
            )}
            {since && <p>{since}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
