package preferences

import (
	"context"
	"errors"
	"strconv"

	"worklog/models"
	"worklog/models/settings"
	"worklog/views"
)

// Any reports whether anything is set in the database.
func (p *Pages) Any(ctx context.Context) (bool, error) {
	version, err := p.Store.RulesVersion(ctx)
	return version.Settings > 0, err
}

// Preview returns what it would do to take the document of a file as the settings; nil if it says
// what those in force do.
func (p *Pages) Preview(ctx context.Context, document string) (*views.PreviewedSettings, error) {
	now, err := p.stored(ctx)
	if err != nil {
		return nil, err
	}
	preview := &views.PreviewedSettings{Version: strconv.FormatInt(now.ID, 10), Replaces: now.ID > 0}
	proposed, err := p.propose(ctx, document)
	if preview.Refusal = proposed.refusal(); err != nil || len(preview.Refusal) > 0 {
		return preview, err
	}
	preview.Differences = p.differences(stored{own: now.own}, storedIn(settings.Version{Document: document}), mostDifferences)
	if len(preview.Differences) == 0 && now.err == nil {
		return nil, nil
	}
	preview.Changes, err = p.changes(ctx, proposed.effect)
	return preview, err
}

// refusal says why the document of a file may not take the place of the settings; nothing if it may.
func (p proposal) refusal() (texts []string) {
	switch {
	case errors.Is(p.fault, settings.ErrTooLarge):
		return []string{"Ils dépassent 256" + nbsp + "Kio."}
	case errors.Is(p.fault, models.ErrSettingsOutsized):
		return []string{outsized}
	case p.fault != nil:
		return []string{"Ils sont illisibles."}
	case p.inUse != "":
		return []string{"Des journées d’ici ont un trajet ou un véhicule qu’ils n’ont pas."}
	}
	for _, problem := range p.problems {
		if len(texts) == mostDifferences {
			return append(texts, "…")
		}
		texts = append(texts, wordsOfProblem(problem))
	}
	return texts
}

// TakeOver makes the document of a file the one in force, which [Pages.Planned] has not refused,
// and returns the stamp of its version. It reports false if that in force is no longer the one
// that was named there.
func (p *Pages) TakeOver(ctx context.Context, document, version string) (done models.Stamp, taken bool, err error) {
	now, err := p.stored(ctx)
	if err != nil || strconv.FormatInt(now.ID, 10) != version {
		return models.Stamp{}, false, err
	}
	proposed, err := p.propose(ctx, document)
	if err != nil || len(proposed.refusal()) > 0 {
		return models.Stamp{}, false, err
	}
	done, err = p.store(ctx, now, proposed)
	if errors.Is(err, settings.ErrChanged) {
		return models.Stamp{}, false, nil
	}
	return done, err == nil, err
}
