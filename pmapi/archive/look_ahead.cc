// Frames kept from the walk, or fetched from where the survey saw them.
#include "pmapi/archive/look_ahead.h"

namespace pmapi {

bool LookAhead::DecodeNow(std::int32_t subscription, Frame* frame) {
  const auto i = static_cast<std::size_t>(subscription);
  if (DecodeFrame(reader_.wanted()[i].type, frame)) return true;
  if (!failure_) failure_ = reader_.DamageOf(frame->record, frame->damage);
  return false;
}

void LookAhead::Fail(const Record& record, const base::Error& error) {
  if (failure_) return;
  failure_ = base::Error{error.code, reader_.PathOf(record) + ": byte " +
                                         std::to_string(record.place.offset) +
                                         ": an event array: " + error.message};
}

Frame* LookAhead::Next(std::int32_t subscription, bool values) {
  Track& track = reader_.track(subscription);
  const double since = track.prior()->t;
  const std::uint64_t start = reader_.bytes_read();
  while (track.ahead_empty() && !Closed()) {
    const bool beyond =
        reader_.bytes_read() - start > reader_.options().horizon;
    if (beyond || HaveSurvey()) {
      const Return next = NeedSurvey().Metric(subscription, since);
      if (next.kind == Return::Kind::kNever) return nullptr;
      if (next.kind == Return::Kind::kFar) {
        return FarNext(subscription, since);
      }
    }
    reader_.Step();
  }
  if (track.ahead_empty()) return nullptr;
  Frame* next = &track.ahead(0);
  if (next->segment != reader_.passed()) return nullptr;
  if (values && !Decode(subscription, next)) return nullptr;
  return next;
}

Frame* LookAhead::FarNext(std::int32_t subscription, double since) {
  FarFrame& far = far_[subscription];
  if (far.since != since) {
    const Return next = survey_->Metric(subscription, since);
    far.frame = Load(subscription, next.place, std::nullopt);
    far.since = since;
  }
  return far.frame.get();
}

/// The whole frame, decoded, because its volume may be left. Of a metric that
/// a record has twice the first, with `lane` the first that has it: as in hand.
std::unique_ptr<Frame> LookAhead::Load(std::int32_t subscription,
                                       RecordPlace place,
                                       std::optional<InstanceId> lane) {
  if (!far_walker_) far_walker_ = reader_.walker();
  if (!far_walker_->At(place)) {
    if (failure_) return nullptr;
    const base::Result<void>& status = far_walker_->status();
    if (!status) failure_ = status.error();
    if (status) failure_ = {base::ErrorCode::kCorrupt, "a record has gone"};
    return nullptr;
  }
  const auto i = static_cast<std::size_t>(subscription);
  const Subscription& wanted = reader_.wanted()[i];
  ValueSets sets(far_walker_->record());
  ValueSet set;
  auto frame = std::make_unique<Frame>();
  while (sets.Next(&set)) {
    if (set.pmid != wanted.pmid || set.count <= 0) continue;
    if (!FormatFits(wanted.type, set.format)) break;
    frame->t = reader_.clock().At(far_walker_->record().time);
    frame->segment = reader_.passed();
    frame->record = far_walker_->record();
    frame->set = set;
    frame->layout = wanted.singular ? reader_.track(subscription).hint
                                    : wanted.layouts->Find(set, nullptr);
    if (!lane || frame->layout->Find(*lane) >= 0) break;
  }
  if (frame->layout == nullptr || !Decode(subscription, frame.get()) ||
      far_walker_->cut()) {
    if (!failure_) failure_ = reader_.DamageOf(far_walker_->record(), 0);
    return nullptr;
  }
  return frame;
}

std::shared_ptr<const Survey> LookAhead::MakeSurvey() const {
  std::vector<Survey::Start> starts;
  for (const ReplayMetric& metric : metrics_) {
    starts.push_back(StartOf(metric));
  }
  SurveyOptions options;
  if (shelf_ != nullptr) options.threads = reader_.options().threads;
  return std::make_shared<Survey>(reader_, starts, options);
}

const Survey& LookAhead::NeedSurvey() {
  if (!HaveSurvey()) {
    const std::int32_t segment = reader_.passed();
    const auto make = [this] { return MakeSurvey(); };
    survey_ = shelf_ == nullptr ? make() : shelf_->Get(segment, t_, make);
    survey_segment_ = segment;
  }
  return *survey_;
}

bool LookAhead::IsGone(std::int32_t subscription, const LooseLane& lane) const {
  if (shelf_ == nullptr) return false;
  const auto survey = shelf_->Find(reader_.passed(), t_);
  return survey != nullptr &&
         survey->Lane(subscription, lane.id, lane.t).kind ==
             Return::Kind::kNever;
}

Survey::Start LookAhead::StartOf(const ReplayMetric& metric) const {
  Survey::Start start;
  start.asked = !metric.discrete();
  if (metric.discrete()) return start;
  const Track& track = reader_.track(metric.subscription());
  const std::int32_t segment = reader_.passed();
  if (track.prior() != nullptr && track.prior()->segment == segment) {
    start.frames.push_back(track.prior());
  }
  for (std::size_t i = 0; i < track.ahead_size(); ++i) {
    if (track.ahead(i).segment == segment) {
      start.frames.push_back(&track.ahead(i));
    }
  }
  for (const LooseLane& lane : metric.loose()) {
    const bool in_prior = !start.frames.empty() &&
                          start.frames[0] == track.prior() &&
                          track.prior()->layout->Find(lane.id) >= 0;
    if (lane.segment == segment && !in_prior) {
      start.missing.push_back({lane.id, lane.t});
    }
  }
  return start;
}

bool LookAhead::Take(std::int32_t subscription, bool value, Frame* frame,
                     LooseLane* lane) {
  const std::int32_t at = frame->layout->Find(lane->id);
  if (at < 0) return false;
  lane->fate = LooseLane::Fate::kReturns;
  if (value && Decode(subscription, frame)) {
    lane->fate = LooseLane::Fate::kFound;
    lane->next_t = frame->t;
    lane->next_bits = frame->bits[at];
  }
  return true;
}

/// Looks through what has been read ahead, from the `*from`-th frame on.
bool LookAhead::FindInHand(std::int32_t subscription, bool value,
                           std::size_t* from, LooseLane* lane) {
  const Track& track = reader_.track(subscription);
  for (; *from < track.ahead_size(); ++*from) {
    Frame& frame = track.ahead(*from);
    if (frame.segment != lane->segment) return false;
    if (Take(subscription, value, &frame, lane)) return true;
  }
  return false;
}

void LookAhead::Resolve(std::int32_t subscription, bool value,
                        LooseLane* lane) {
  std::size_t from = 0;
  lane->fate = LooseLane::Fate::kNever;
  while (!FindInHand(subscription, value, &from, lane)) {
    if (Closed()) return;
    const Return next = NeedSurvey().Lane(subscription, lane->id, lane->t);
    if (next.kind == Return::Kind::kNever) return;
    if (!value) {
      lane->fate = LooseLane::Fate::kReturns;
      return;
    }
    if (next.kind == Return::Kind::kFar) {
      const auto frame = Load(subscription, next.place, lane->id);
      if (frame != nullptr) Take(subscription, value, frame.get(), lane);
      return;
    }
    reader_.Step();
  }
}

}  // namespace pmapi
