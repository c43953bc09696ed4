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
	if now.err != nil {
		now.Document = "" // so that all of the file's differs
	}
	preview := &views.PreviewedSettings{Version: strconv.FormatInt(now.ID, 10), Replaces: now.ID > 0}
	effect, refusal, err := p.taken(ctx, document)
	if err != nil || len(refusal) > 0 {
		preview.Refusal = refusal
		return preview, err
	}
	preview.Differences = p.differences(now.Document, document, mostDifferences)
	if len(preview.Differences) == 0 && now.err == nil {
		return nil, nil
	}
	preview.Changes, err = p.changes(ctx, effect)
	return preview, err
}

// taken returns the effect of a document that may take the place of the settings, or else why it
// may not.
func (p *Pages) taken(ctx context.Context, document string) (effect Effect, refusal []string, err error) {
	if len(document) > models.MaxSettings {
		return Effect{}, []string{"Ils dépassent 256" + nbsp + "Kio."}, nil
	}
	own, err := settings.Parse(document)
	if errors.Is(err, models.ErrSettingsOutsized) {
		return Effect{}, []string{outsized}, nil
	}
	if err != nil {
		return Effect{}, []string{"Ils sont illisibles."}, nil
	}
	effect, problems := p.Keeper.With(own)
	for _, problem := range problems {
		if len(refusal) == mostDifferences {
			return Effect{}, append(refusal, "…"), nil
		}
		refusal = append(refusal, wordsOfProblem(problem))
	}
	if len(refusal) > 0 {
		return Effect{}, refusal, nil
	}
	if used, err := p.inUse(ctx, effect); used != "" || err != nil {
		return Effect{}, []string{"Des journées d’ici ont un trajet ou un véhicule qu’ils n’ont pas."}, err
	}
	return effect, nil, nil
}

// TakeOver makes the document of a file the one in force, which [Pages.Planned] has not refused,
// and returns the stamp of its version. It reports false if that in force is no longer the one
// that was named there.
func (p *Pages) TakeOver(ctx context.Context, document, version string) (done models.Stamp, taken bool, err error) {
	now, err := p.stored(ctx)
	if err != nil || strconv.FormatInt(now.ID, 10) != version {
		return models.Stamp{}, false, err
	}
	effect, refusal, err := p.taken(ctx, document)
	if err != nil || len(refusal) > 0 {
		return models.Stamp{}, false, err
	}
	done, err = p.store(ctx, now, document, effect)
	if errors.Is(err, settings.ErrChanged) {
		return models.Stamp{}, false, nil
	}
	return done, err == nil, err
}
